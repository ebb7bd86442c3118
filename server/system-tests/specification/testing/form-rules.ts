import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { accessScene, type TestGroups } from '../../testing/access/scene.ts'
import { factories } from '../../testing/factories.ts'
import type { ApiResponse } from '../../testing/phone.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

export interface Fixture {
  app: TestApp
  make: ReturnType<typeof factories>
  testGroups: TestGroups
}

export function setUpFixture(): Fixture {
  const started = {} as Fixture
  beforeAll(async () => {
    const app = await startTestApp()
    const testGroups = await accessScene(app).createTestGroups()
    Object.assign(started, { app, make: factories(app.ctx), testGroups })
  })
  afterAll(() => started.app.close())
  return started
}

/** Fields to change in the valid input. The value undefined removes a field. */
type FieldChanges = Readonly<Record<string, unknown>>
/** The field that must be refused, and its error message. If `message` is omitted, any message will do. */
interface Refusal {
  readonly field: string
  readonly message?: string
}
type Rule = readonly [what: string, changes: FieldChanges, refusal?: Refusal]

export interface FormRules {
  /** The form's name in the specification. */
  readonly title: string
  /** The schema with which the web app validates the form. */
  readonly form: z.ZodMiniType
  /** Returns valid input that no other test uses. */
  readonly validInput: () => Record<string, unknown> | Promise<Record<string, unknown>>
  readonly send: (input: Record<string, unknown>) => Promise<ApiResponse>
  /** The status of the response to valid input. */
  readonly acceptedStatus: number
  /** Each rule changes the valid input. The result must be accepted, unless the rule contains a refusal. */
  readonly rules: readonly Rule[]
}

export const refused = (field: string, message?: string): Refusal => ({
  field,
  ...(message !== undefined && { message }),
})

/** Tests each rule twice: with the schema that the web app uses, and with a real call to the API. */
export function describeForm({
  title,
  form,
  validInput,
  send,
  acceptedStatus,
  rules,
}: FormRules): void {
  describe(title, () => {
    test.each(rules.map(([what, ...rest]) => [what, rest] as const))(
      `${title}: %s`,
      async (_what, [changes, refusal]) => {
        const input = { ...(await validInput()), ...changes }
        expect(messagesByField(form, input)).toEqual(
          refusal === undefined ? {} : { [refusal.field]: refusal.message ?? expect.any(String) },
        )
        const answer = await send(input)
        if (refusal === undefined) {
          expect({ status: answer.status, text: answer.text }).toEqual({
            status: acceptedStatus,
            text: expect.any(String),
          })
        } else {
          expect({ status: answer.status, body: answer.body }).toMatchObject({
            status: 400,
            body: {
              code: 'INVALID_INPUT',
              fields: { [refusal.field]: refusal.message ?? expect.any(String) },
            },
          })
        }
      },
    )
  })
}

/** Returns the first message for each field, as a form shows it. */
function messagesByField(form: z.ZodMiniType, input: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of form.safeParse(input).error?.issues ?? []) {
    found[path.join('.')] ??= message
  }
  return found
}
