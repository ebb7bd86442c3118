import { type TeeTime, teeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import type { GroupViewer } from '../groups/index.ts'
import { type JsonText, jsonArray, jsonWriter } from '../platform/http/serialize-answers.ts'
import type { ListViewer } from './access.ts'
import { cardsOf } from './cards/read-cards.ts'
import { endedBefore } from './ended-before.ts'
import { listVersions } from './store.ts'

const writeCard = jsonWriter(teeTime)
/** Cards are cached, so each node serializes each card once. */
const written = new WeakMap<TeeTime, JsonText<TeeTime>>()

/** Returns a group's tee times until four hours after tee-off, soonest first, as JSON. */
export async function listAsJson(
  { db }: Pick<Context, 'db'>,
  { cards }: ListViewer,
): Promise<JsonText<TeeTime[]>> {
  const texts = (await cardsOf(db, cards)).map((card) => {
    const text = written.get(card) ?? writeCard(card)
    written.set(card, text)
    return text
  })
  return jsonArray(texts)
}

/** Like {@link listAsJson}, but returns objects. */
export async function listTeeTimes(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  viewer: GroupViewer,
): Promise<TeeTime[]> {
  return cardsOf(db, await listVersions(db, viewer, endedBefore(clock.now())))
}
