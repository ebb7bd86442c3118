import * as preferences from '../../../contract/preferences.ts'
import { addPushSubscription, endPushSubscription, readPushStatus } from '../../../contract/push.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import { readChoices, signedIn } from '../../identity/index.ts'
import type { RegisterRoute } from '../../platform/http/register-route.ts'
import { holderOfMail } from './access.ts'
import { deleteSubscription, readPhoneStatus, subscribePhone } from './manage-phones.ts'
import { changePreferences, readPreferences, switchOffKind } from './manage-preferences.ts'

export function preferenceRoutes(route: RegisterRoute, ctx: Context): void {
  route(preferences.readPreferences, signedIn(ctx), ({ access }) =>
    readPreferences(ctx, ctx.db, access),
  )

  route(preferences.changePreferences, signedIn(ctx), ({ access, body }) =>
    changePreferences(ctx, access, body),
  )

  route(readPushStatus, signedIn(ctx), ({ access }) => readPhoneStatus(ctx, access))

  route(addPushSubscription, signedIn(ctx), async ({ access, body }) => {
    await subscribePhone(ctx, access, body)
    return { message: 'This device will get notifications.' }
  })

  route(endPushSubscription, signedIn(ctx), async ({ access }) => {
    await deleteSubscription(ctx.db, access)
    return { message: "This device won't get notifications anymore." }
  })
}

/** These routes ignore the body: mail programs post various forms, or nothing. */
export function unsubscribeRoutes(route: RegisterRoute, ctx: Context): void {
  route(
    preferences.readUnsubscribe,
    holderOfMail(ctx),
    async ({ access, params }) => {
      const { channels } = await readChoices(ctx.db, access.golferId)
      return { channel: channels[params.kind] }
    },
    { rate: 'public', screen: SCREENS.unsubscribe },
  )

  route(
    preferences.unsubscribe,
    holderOfMail(ctx),
    async ({ access, params }) => {
      await switchOffKind(ctx, access, params.kind)
      return { channel: 'off' as const }
    },
    { rate: 'public' },
  )
}
