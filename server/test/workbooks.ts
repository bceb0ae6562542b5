import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of files. `sizes`: what it names as their sizes. */
export function aZip(files: Record<string, string | Buffer>): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const [bytes, title] = [Buffer.from(content), Buffer.from(name)]
    const packed = deflateRawSync(bytes, { level: 9 })
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, title, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), head, place, title]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

const stylesWith = (
  formats: readonly string[],
) => `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yyyy"/><numFmt numFmtId="165" formatCode="&quot;Rs &quot;#,##0"/>${formats.map((code, place) => `<numFmt numFmtId="${170 + place}" formatCode="${code.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"/>`).join('')}</numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"><alignment/></xf><xf numFmtId="164"/><xf numFmtId="165"/>${formats.map((_, place) => `<xf numFmtId="${170 + place}"/>`).join('')}</cellXfs></styleSheet>`

/** A workbook of one sheet with these rows, as a spreadsheet writes it. `formats`: those of the styles from 4 on. */
export function aWorkbook(rows: string[], strings: string[] = [], formats: string[] = []): Buffer {
  return aZip({
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="Authority" sheetId="3" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Type="worksheet" Target="worksheets/sheet3.xml"/></Relationships>',
    'xl/styles.xml': stylesWith(formats),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/worksheets/sheet3.xml': `<worksheet><cols><col min="1"/></cols><sheetData>${rows.join('')}</sheetData><mergeCells><mergeCell ref="B1:C1"/></mergeCells></worksheet>`,
  })
}
