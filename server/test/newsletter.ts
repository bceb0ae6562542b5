const ARTICLES = [
  ['Towing within the hour', 'In eleven more cities a recovery vehicle now reaches you within sixty minutes.'],
  [
    'A claim in three photographs',
    'Take a picture of the number plate, the damage and the place: that is all we ask for.',
  ],
  ['Monsoon: what to check', 'Wipers, tyres and battery. Our workshops look at all three without an appointment.'],
  ['Cashless at 400 more garages', 'Show your card, leave the keys, and drive home. The bill goes to your insurer.'],
  [
    'Call or type, day and night',
    'The desk answers in nine languages. Most questions are settled in under four minutes.',
  ],
  ['Your policy at a glance', 'What is covered, until when, and whom to call, on one page that works offline too.'],
]

const article = ([title, text]: string[], index: number) => `
          <tr>
            <td class="stack pad" id="article-${index}" valign="top" bgcolor="#ffffff" style="padding:24px 32px; background-color:#ffffff; border-bottom:1px solid #e3e7ee;">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" data-block="article">
                <tr>
                  <td class="stack" width="160" valign="top" style="width:160px; padding-right:20px;">
                    <img src="https://news.acme-assist.example/2026/11/article-${index}.jpg" width="160" height="120" alt="${title}" border="0" style="display:block; border:0; outline:none; text-decoration:none; -ms-interpolation-mode:bicubic; border-radius:6px;">
                  </td>
                  <td class="stack" valign="top" style="font-family:'Inter', 'Segoe UI', Arial, sans-serif; font-size:15px; line-height:1.5; color:#243042; mso-line-height-rule:exactly;">
                    <h2 style="margin:0 0 8px 0; font-size:19px; line-height:1.25; font-weight:600; color:#14233b;">${title}</h2>
                    <p style="margin:0 0 12px 0;">${text}</p>
                    <a class="link" href="https://news.acme-assist.example/2026/11/${index}?utm_source=newsletter&amp;utm_medium=email" target="_blank" rel="noopener" style="color:#2f54d1; text-decoration:underline; outline:none;">Read more&nbsp;&rarr;</a>
                  </td>
                </tr>
              </table>
            </td>
          </tr>`

/** A mail as design programs export it: 12 kB of tables, a style sheet, conditional comments for old Outlooks. */
export const NEWSLETTER = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Type" content="text/html; charset=utf-8">
  <meta http-equiv="X-UA-Compatible" content="IE=edge">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="x-apple-disable-message-reformatting">
  <title>Acme Assist: November</title>
  <!--[if mso]>
  <xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
  <![endif]-->
  <style type="text/css">
    /* What mail programs do of their own accord, undone. */
    body, table, td, a { -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100%; }
    table, td { mso-table-lspace: 0pt; mso-table-rspace: 0pt; }
    img { -ms-interpolation-mode: bicubic; border: 0; height: auto; line-height: 100%; outline: none; text-decoration: none; }
    #outlook a { padding: 0; }
    a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
    u + #body a { color: inherit; }
    .preheader { display: none !important; visibility: hidden; opacity: 0; height: 0; width: 0; overflow: hidden; mso-hide: all; }
    .hero { background-image: url('https://news.acme-assist.example/2026/11/hero.jpg'); background-size: cover; background-position: center top; }
    .button a:hover { background-color: #2443ab !important; transition: background-color 0.2s ease; }
    @media only screen and (max-width: 600px) {
      .container { width: 100% !important; max-width: 100% !important; }
      .stack { display: block !important; width: 100% !important; padding-right: 0 !important; }
      .pad { padding: 20px 16px !important; }
      .hero h1 { font-size: 24px !important; line-height: 30px !important; }
    }
    @media (prefers-color-scheme: dark) {
      .dark { background: #10161f !important; color: #e8ecf3 !important; }
    }
  </style>
</head>
<body id="body" class="dark" bgcolor="#eef1f6" style="margin:0; padding:0; width:100%; background-color:#eef1f6;">
  <div class="preheader">Towing within the hour, claims by photograph, and what to check before the rain.</div>
  <center>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#eef1f6">
      <tr>
        <td align="center" style="padding:24px 0;">
          <!--[if (gte mso 9)|(IE)]><table role="presentation" width="600" align="center"><tr><td><![endif]-->
          <table class="container" role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px; max-width:600px; box-shadow:0 1px 3px rgba(16, 24, 40, 0.12);">
            <tr>
              <td class="hero" background="https://news.acme-assist.example/2026/11/hero.jpg" bgcolor="#14233b" valign="middle" style="background-image:url(https://news.acme-assist.example/2026/11/hero.jpg); background-repeat:no-repeat; padding:48px 32px; position:relative;">
                <h1 style="margin:0; font-family:Georgia, 'Times New Roman', serif; font-size:30px; line-height:36px; color:#ffffff;">Good morning, {{ firstName }}</h1>
                <p style="margin:12px 0 0 0; font-family:Arial, sans-serif; color:#d6def0;">News for customers of {{ clientName | default: brand }}</p>
              </td>
            </tr>${ARTICLES.map(article).join('')}
            <tr>
              <td class="pad button" align="center" bgcolor="#ffffff" style="padding:32px;">
                <!--[if mso]><v:roundrect href="https://portal.acme-assist.example/" style="height:44px;width:220px;" arcsize="18%" fillcolor="#2f54d1"><center>Open the portal</center></v:roundrect><![endif]-->
                <a href="{{ portal }}" style="display:inline-block; padding:12px 28px; background:linear-gradient(180deg, #3a60e0, #2f54d1); border-radius:8px; color:#ffffff; font:600 16px/20px Arial, sans-serif; text-decoration:none; outline:0;">Open the portal</a>
              </td>
            </tr>
            <tr>
              <td class="pad" align="center" style="padding:24px 32px; font:12px/18px Arial, sans-serif; color:#66738a;">
                {% if clientName %}You get this because you are a customer of {{ clientName }}.{% endif %}
                <br><a href="mailto:news@acme-assist.example" style="color:#66738a;">Write to us</a> &middot; <a href="tel:+911800123456" style="color:#66738a;">1800 123 456</a>
              </td>
            </tr>
          </table>
          <!--[if (gte mso 9)|(IE)]></td></tr></table><![endif]-->
        </td>
      </tr>
    </table>
  </center>
</body>
</html>
`
