/**
 * The regions of an application role (requirement C7): India's 28 states and 8 union territories by their ISO 3166-2
 * code, and Panindia. `All` is a separate flag, not a copy of this list.
 */
export const REGIONS = {
  Panindia: 'Panindia',
  'IN-AP': 'Andhra Pradesh',
  'IN-AR': 'Arunachal Pradesh',
  'IN-AS': 'Assam',
  'IN-BR': 'Bihar',
  'IN-CG': 'Chhattisgarh',
  'IN-GA': 'Goa',
  'IN-GJ': 'Gujarat',
  'IN-HR': 'Haryana',
  'IN-HP': 'Himachal Pradesh',
  'IN-JH': 'Jharkhand',
  'IN-KA': 'Karnataka',
  'IN-KL': 'Kerala',
  'IN-MP': 'Madhya Pradesh',
  'IN-MH': 'Maharashtra',
  'IN-MN': 'Manipur',
  'IN-ML': 'Meghalaya',
  'IN-MZ': 'Mizoram',
  'IN-NL': 'Nagaland',
  'IN-OD': 'Odisha',
  'IN-PB': 'Punjab',
  'IN-RJ': 'Rajasthan',
  'IN-SK': 'Sikkim',
  'IN-TN': 'Tamil Nadu',
  'IN-TS': 'Telangana',
  'IN-TR': 'Tripura',
  'IN-UP': 'Uttar Pradesh',
  'IN-UK': 'Uttarakhand',
  'IN-WB': 'West Bengal',
  'IN-AN': 'Andaman and Nicobar Islands',
  'IN-CH': 'Chandigarh',
  'IN-DH': 'Dadra and Nagar Haveli and Daman and Diu',
  'IN-DL': 'Delhi',
  'IN-JK': 'Jammu and Kashmir',
  'IN-LA': 'Ladakh',
  'IN-LD': 'Lakshadweep',
  'IN-PY': 'Puducherry',
} as const

export type Region = keyof typeof REGIONS

/** Own properties only: `'constructor' in REGIONS` is true as well. */
export const isRegion = (code: string): code is Region => Object.hasOwn(REGIONS, code)

export const ALL_REGIONS = 'All'

const CODE_OF = new Map(
  Object.entries(REGIONS).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
)

/** The code of a region given by its code or name, in any case; any other text stays unchanged. */
export const regionCode = (sent: string): string => CODE_OF.get(sent.trim().toLowerCase()) ?? sent.trim()
