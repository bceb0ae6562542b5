/** Settings that send nothing: inactive, and with hosts that do not exist. */
export const DEMO_EMAIL_CONFIGURATION = {
  from: 'claims@example.com',
  cc: ['claims-desk@example.com'],
  host: 'smtp.example.com',
  port: 587,
  userName: 'claims@example.com',
  type: 'SMTP',
}

export const DEMO_SMS_CONFIGURATION = {
  provider: 'Example SMS',
  url: 'https://sms.example.com/send',
  gatewayId: 'EX-1',
  gatewayName: 'Example transactional route',
  userName: 'acme-claims',
  senderId: 'ACMECL',
  countryCode: '91',
  defaultNo: '9876500000',
  entityId: '1101000000000000001',
  attributes: {
    userName: 'user',
    password: 'pass',
    senderId: 'sender',
    countryCode: 'cc',
    apiCode: 'apikey',
    message: 'text',
    mobileNo: 'to',
  },
}

export const DEMO_WEBHOOK = {
  name: 'Payroll feed',
  url: 'https://payroll.example.com/hooks/portal',
  events: ['user.created', 'user.deactivated', 'assignment.granted', 'assignment.removed'],
}

type DemoTemplate = {
  channel: 'email' | 'sms'
  name: string
  templateId: string
  subject: string
  body: string
  status: 'ACTIVE' | 'INACTIVE'
}

/** The templates of Eclaims for Acme Insurance. */
export const DEMO_TEMPLATES: DemoTemplate[] = [
  {
    channel: 'email',
    name: 'login-otp',
    templateId: 'EC-LOGIN-OTP',
    subject: 'Your sign-in code for Eclaims',
    body: mail('Use this code to finish signing in to Eclaims.', '{{ code }}'),
    status: 'ACTIVE',
  },
  {
    channel: 'email',
    name: 'verify-email',
    templateId: 'EC-VERIFY-EMAIL',
    subject: 'Verify your email for Eclaims',
    body: mail('Use this code to verify your email address.', '{{ code }}'),
    status: 'ACTIVE',
  },
  {
    channel: 'email',
    name: 'password-changed',
    templateId: 'EC-PASSWORD-CHANGED',
    subject: 'Your password was changed',
    body: mail('The password of your account was changed.', 'Was it not you? Tell your administrator.'),
    status: 'INACTIVE',
  },
  {
    channel: 'sms',
    name: 'login-otp',
    templateId: '1107000000000000001',
    subject: '',
    body: '{{ code }} is your sign-in code for Eclaims. Acme Insurance',
    status: 'ACTIVE',
  },
]

function mail(sentence: string, highlight: string): string {
  return `<table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table width="480" cellpadding="24" cellspacing="0"><tr><td>
<p>Hello {{ firstName }},</p>
<p>${sentence}</p>
<p><strong>${highlight}</strong></p>
<p>Acme Insurance</p>
</td></tr></table>
</td></tr></table>`
}
