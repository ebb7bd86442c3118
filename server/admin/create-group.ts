import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/limits.ts'
import type { adminCreateGroup } from '../../contract/super-admin.ts'
import type { Context } from '../context.ts'
import { createGroup, notifyJoined, slugTaken } from '../groups/index.ts'
import { findOrRegister, recordAction, type SuperAdmin } from '../identity/index.ts'
import { type Queries, retryConflicts } from '../platform/database/database.ts'
import { invalidField } from '../platform/errors.ts'
import { presentGroup } from './list-groups.ts'
import { readExpiry } from './read-expiry.ts'
import { lockGolfer, readGroup } from './store.ts'

/**
 * Creates a group for a customer, owned by the account with that address, which is created if there is
 * none. Nothing is stored when the slug is taken.
 * @throws AppError SLUG_TAKEN
 */
export function createGroupFor(
  ctx: Context,
  by: SuperAdmin,
  form: BodyOf<typeof adminCreateGroup>,
): Promise<AnswerOf<typeof adminCreateGroup>> {
  // A concurrent signup with the same address and slug locks them in the opposite order.
  return retryConflicts(() => ctx.db.transaction((tx) => createIn(ctx, tx, by, form)))
}

async function createIn(
  ctx: Context,
  tx: Queries,
  by: SuperAdmin,
  form: BodyOf<typeof adminCreateGroup>,
): Promise<AnswerOf<typeof adminCreateGroup>> {
  const { name, slug, description, timeZone = DEFAULT_TIME_ZONE } = form
  const { golferId, isNew } = await findOrRegister(tx, {
    name: form.adminName,
    email: form.adminEmail,
    phone: form.adminPhone,
  })
  // Another super admin may be deleting this account.
  if (!(await lockGolfer(tx, golferId))) {
    throw invalidField('adminEmail', 'The account of this address was just deleted. Try again.')
  }
  const groupId = await createGroup(
    { db: tx, clock: ctx.clock },
    {
      name,
      slug,
      description: description || null,
      ownerId: golferId,
      timeZone,
      expiryDate: readExpiry(form.expiryDate, timeZone),
    },
  )
  if (groupId === undefined) throw slugTaken()
  await recordAction(ctx, tx, {
    actorId: by.golferId,
    action: 'group-created',
    group: { groupId, name },
    golferId,
  })
  if (!isNew) {
    const joining = { groupId, golferId, by: by.golferId, how: 'created' } as const
    await notifyJoined(ctx, tx, joining, ctx.clock.now())
  }
  const group = await readGroup(tx, groupId)
  if (group === undefined) throw new Error('A group that was just created does not exist')
  return {
    group: presentGroup(group),
    adminGolfer: { id: golferId, name: group.ownerName, email: group.ownerEmail },
  }
}
