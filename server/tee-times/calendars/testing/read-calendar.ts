import ICAL from 'ical.js'
import nodeIcal from 'node-ical'

export interface ParsedEvent {
  readonly uid: string
  readonly sequence: number
  readonly start: Date
  readonly end: Date
  readonly summary: string
  readonly location: string
  readonly description: string
  readonly status: string
}

/**
 * Returns the events of an iCalendar file in their order. Throws if a parser fails or warns, or if the two
 * parsers disagree.
 */
export function readCalendar(file: string): ParsedEvent[] {
  const first = parseWithIcalJs(file)
  const second = parseWithNodeIcal(file)
  for (const [index, event] of first.entries()) {
    if (JSON.stringify(event) !== JSON.stringify(second[index])) {
      throw new Error(
        `The parsers disagree: ${JSON.stringify(event)} and ${JSON.stringify(second[index])}`,
      )
    }
  }
  if (first.length !== second.length)
    throw new Error('The parsers found different numbers of events')
  return first
}

function parseWithIcalJs(file: string): ParsedEvent[] {
  ICAL.design.strict = true
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      summary: event.summary,
      location: event.location,
      description: event.description,
      status: String(component.getFirstPropertyValue('status')),
    }
  })
}

function parseWithNodeIcal(file: string): ParsedEvent[] {
  return Object.values(nodeIcal.sync.parseICS(file)).flatMap((component) => {
    if (component?.type !== 'VEVENT') return []
    const { uid, sequence, start, end, summary, location, description, status } = component
    return [
      {
        uid,
        sequence: Number(sequence),
        start: new Date(start),
        end: new Date(end ?? start),
        summary: readText(summary),
        location: readText(location),
        description: readText(description),
        status: String(status),
      },
    ]
  })
}

/** Returns the value of a text property. node-ical returns an object if the property has parameters. */
function readText(value: unknown): string {
  return typeof value === 'object' && value !== null && 'val' in value
    ? String(value.val)
    : String(value)
}
