import { isCommonPassword } from '../../../contract/well-known-passwords.ts'
import { invalidField } from '../../platform/errors.ts'

/**
 * Golfers are warned of common passwords as they type; a super admin may have none.
 * @param field of the form that has the password
 * @throws AppError INVALID_INPUT
 */
export function refuseGuessablePassword(
  golfer: { isSuperAdmin: boolean },
  field: string,
  password: string,
): void {
  if (golfer.isSuperAdmin && isCommonPassword(password)) {
    throw invalidField(
      field,
      'Many people use this password, so it is easily guessed. A super admin needs another one.',
    )
  }
}
