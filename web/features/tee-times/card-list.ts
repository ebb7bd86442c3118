import type { TeeTime } from '../../../contract/tee-times.ts'

/** Returns the list with the card added or replaced; unchanged if it already has this version or newer. */
export function withCard(list: readonly TeeTime[], card: TeeTime): readonly TeeTime[] {
  const held = list.find((other) => other.id === card.id)
  if (held && held.version >= card.version) return list
  return [...list.filter((other) => other.id !== card.id), card].sort(soonestFirst)
}

export function withoutCard(list: readonly TeeTime[], id: number): readonly TeeTime[] {
  return list.some((card) => card.id === id) ? list.filter((card) => card.id !== id) : list
}

export function soonestFirst(a: TeeTime, b: TeeTime): number {
  return Date.parse(a.startsAt) - Date.parse(b.startsAt) || a.id - b.id
}
