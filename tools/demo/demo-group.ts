export interface DemoGolfer {
  readonly name: string
  readonly email: string
  readonly phone: string
  /**
   * Why the golfer gets no texts: never agreed to texts, texted STOP, or muted the group. Undefined if the
   * golfer gets texts.
   */
  readonly noTextsReason?: 'never' | 'stopped' | 'muted'
}

/** The golfers of the demo group. The first one is the owner, the second one an admin. */
export const DEMO_GOLFERS = [
  { name: 'Morgan Reid', email: 'owner@demo.fourball', phone: '403-555-0101' },
  { name: 'Priya Nair', email: 'admin@demo.fourball', phone: '403-555-0102' },
  { name: 'Casey Whitfield', email: 'casey@demo.fourball', phone: '403-555-0103' },
  { name: 'Jordan Blake', email: 'jordan@demo.fourball', phone: '403-555-0104' },
  { name: 'Theo Lindqvist', email: 'theo@demo.fourball', phone: '403-555-0105' },
  { name: 'Wen Zhao', email: 'wen@demo.fourball', phone: '403-555-0106' },
  { name: 'Amara Okafor', email: 'amara@demo.fourball', phone: '403-555-0107' },
  {
    name: 'Diego Fuentes',
    email: 'diego@demo.fourball',
    phone: '403-555-0108',
    noTextsReason: 'stopped',
  },
  { name: 'Sinead O’Connell', email: 'sinead@demo.fourball', phone: '403-555-0109' },
  {
    name: 'Maximiliana Featherstonehaugh-Wolfeschlegelstein',
    email: 'maximiliana.featherstonehaugh-wolfeschlegelstein@demo.fourball',
    phone: '403-555-0110',
  },
  { name: 'Bo Li', email: 'bo@demo.fourball', phone: '403-555-0111', noTextsReason: 'never' },
  {
    name: 'Hank Kowalczyk',
    email: 'hank@demo.fourball',
    phone: '403-555-0112',
    noTextsReason: 'muted',
  },
] as const satisfies readonly DemoGolfer[]

/** A tee time to post. `players` are indexes in {@link DEMO_GOLFERS}. The first one is the poster. */
export interface DemoTeeTime {
  inDays: number
  time: string
  course: string
  players: number[]
  maxPlayers?: number
  notes?: string
}

/**
 * Two weeks of tee times that show many cases: many, few and no open spots, notes, a distant course, and a
 * long course name.
 */
export const DEMO_TEE_TIMES: DemoTeeTime[] = [
  { inDays: 1, time: '08:12', course: 'Shaganappi Point', players: [0, 3, 5] },
  {
    inDays: 1,
    time: '08:20',
    course: 'Shaganappi Point',
    players: [1, 4, 6, 7],
    notes: 'Right behind the first group. Loser of the two foursomes buys breakfast.',
  },
  { inDays: 2, time: '13:40', course: 'McCall Lake', players: [2, 8] },
  {
    inDays: 3,
    time: '17:06',
    course: 'Lakeview',
    players: [11],
    maxPlayers: 2,
    notes: 'Quick nine after work, walking.',
  },
  { inDays: 4, time: '07:30', course: 'Confederation Park', players: [6, 9, 10] },
  {
    inDays: 5,
    time: '10:24',
    course: 'Kananaskis Country Golf Course, Mount Kidd',
    players: [3, 0],
    notes:
      'Meet at 8:15 at the gas station by the ring road, two cars. Bring a layer: it is a good ten degrees colder up there, and the cart path is usually wet until noon.',
  },
  { inDays: 6, time: '09:00', course: 'Banff Springs', players: [7, 1, 2, 5] },
  {
    inDays: 8,
    time: '08:12',
    course: 'Shaganappi Point',
    players: [0],
    notes: 'The usual weekly one. First come, first served.',
  },
  {
    inDays: 9,
    time: '11:48',
    course: 'The Very Old Links of Saint Andrews by the Northern Sea, Championship Course',
    players: [9, 8, 4],
  },
  { inDays: 10, time: '06:54', course: 'Inglewood', players: [5, 10] },
  {
    inDays: 12,
    time: '14:16',
    course: 'Priddis Greens',
    players: [4, 2, 11, 0, 6, 7],
    maxPlayers: 8,
  },
  { inDays: 14, time: '12:00', course: 'Capilano, West Vancouver', players: [1] },
]
