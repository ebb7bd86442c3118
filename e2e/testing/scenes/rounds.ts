import type { Page } from '@playwright/test'
import type { MyRound, MyRoundsSummary, Season } from '../../../contract/rounds.ts'
import { demoOwner, demoPath, type Scene, waitForHeading } from '../scene.ts'

const ROUNDS_BY_MONTH = [0, 0, 1, 4, 9, 12, 14, 11, 8, 3, 0, 0]
const months = ROUNDS_BY_MONTH.map((rounds, n) => ({
  month: `2026-${String(n + 1).padStart(2, '0')}`,
  rounds,
}))
const rounds = ROUNDS_BY_MONTH.reduce((sum, each) => sum + each)
const SHARED_FIELDS = { year: 2026, years: [2026, 2025], rounds, months }

const GOLFERS = [
  ['Morgan Reid', 44, 31, 0],
  ['Casey Whitfield', 40, 2, 5],
  ['Maximiliana Featherstonehaugh-Wolfeschlegelstein', 33, 6, 1],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', 21, 0, 0],
  ['Bo Li', 12, 14, 0],
  ['Former golfer', 7, 9, 0],
  ['Priya Nair', 0, 1, 0],
] as const

const COURSES = [
  ['Shaganappi Point', 30],
  ['Kananaskis Country Golf Course, Mount Kidd', 20],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', 12],
] as const

const season: Season = {
  ...SHARED_FIELDS,
  golfers: GOLFERS.map(([name, played, posted, guests], n) => ({
    id: n + 1,
    name,
    isMember: name !== 'Former golfer',
    rounds: played,
    posted,
    guests,
  })),
  courses: COURSES.map(([course, played]) => ({ course, rounds: played })),
}

const summary: MyRoundsSummary = {
  ...SHARED_FIELDS,
  courses: 3,
  partners: GOLFERS.slice(0, 4).map(([name, played], n) => ({ id: n + 1, name, rounds: played })),
}

const myRounds: MyRound[] = COURSES.map(([course], n) => ({
  id: n + 1,
  groupName: n === 1 ? 'Tuesday Twilight' : 'Saturday Morning Golf',
  slug: n === 1 ? null : 'demo-saturday',
  course,
  date: `2026-09-${20 - n}`,
  time: '08:12',
  players: n === 0 ? [] : GOLFERS.slice(n, n + 3).map(([name]) => name),
  guests: n === 2 ? ['Dave'] : [],
  maxPlayers: 4,
  notes: null,
}))

const fakeResponse = (address: string, json: object, total?: number) => (page: Page) =>
  page.route(address, (route) =>
    route.fulfill({ json, headers: { 'x-total-count': String(total ?? 0) } }),
  )

export const roundScenes: readonly Scene[] = [
  {
    name: 'season',
    as: demoOwner,
    at: `${demoPath}/season`,
    before: fakeResponse('**/api/groups/slug/*/season', season),
    arrive: waitForHeading('By Course'),
  },
  {
    name: 'season-empty',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}/season`,
    arrive: waitForHeading('No Rounds Yet'),
  },
  {
    name: 'my-rounds',
    as: demoOwner,
    at: '/dashboard/rounds',
    async before(page) {
      await fakeResponse('**/api/my-rounds?*', myRounds, rounds)(page)
      await fakeResponse('**/api/my-rounds/summary', summary)(page)
    },
    arrive: waitForHeading('Frequent Partners'),
  },
]
