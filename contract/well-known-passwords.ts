import wellKnownPasswords from './well-known-passwords.json' with { type: 'json' }

// The browser loads this module only when somebody types a new password: see NewPasswordField.
const PASSWORDS: ReadonlySet<string> = new Set(wellKnownPasswords.passwords)

export function isCommonPassword(password: string): boolean {
  return PASSWORDS.has(password.toLowerCase())
}
