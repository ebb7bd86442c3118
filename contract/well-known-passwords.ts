import list from './well-known-passwords.json' with { type: 'json' }

const PASSWORDS: ReadonlySet<string> = new Set(list.passwords)

/** The browser loads this list when somebody types a new password: see NewPasswordField. */
export function isCommonPassword(password: string): boolean {
  return PASSWORDS.has(password.toLowerCase())
}
