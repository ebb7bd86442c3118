/** See https://docs.stripe.com/api/errors. */
export class StripeFault extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  constructor(status: number, message: string, code?: string, type = 'invalid_request_error') {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
}

export function missingFault(what: string, id: string): StripeFault {
  return new StripeFault(404, `No such ${what}: '${id}'`, 'resource_missing')
}
