import { isBreached } from '../../identity/breached-passwords.ts'
import { type Finding, ok, type Patient, warning } from './finding.ts'

/** Known to every service of stolen passwords. */
const STOLEN = 'password'

/** Asks the service of stolen passwords about one that is no secret. */
export async function checkPasswords({ config }: Patient): Promise<Finding[]> {
  const check = 'passwords'
  switch (await isBreached(config, STOLEN)) {
    case null:
      return [ok(check, 'BREACHED_PASSWORDS_URL is not set: no service of stolen passwords is asked.')]
    case 'yes':
      return [ok(check, 'The service of stolen passwords answers.')]
    case 'no':
      return [
        warning(
          check,
          `The service of stolen passwords does not know "${STOLEN}".`,
          'Let BREACHED_PASSWORDS_URL be its range call by SHA-1, such as https://api.pwnedpasswords.com/range/.',
        ),
      ]
    case 'unknown':
      return [
        warning(
          check,
          'The service of stolen passwords does not answer within two seconds: passwords are accepted unchecked.',
          'Check BREACHED_PASSWORDS_URL, and let the firewall pass connections to it.',
        ),
      ]
  }
}
