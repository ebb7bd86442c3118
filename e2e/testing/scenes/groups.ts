import { demo, heading, member, type Scene } from '../scene.ts'

export const groupScenes: readonly Scene[] = [
  { name: 'group-not-found', at: '/no-such-group', arrive: heading('Golf Group Not Found') },
  { name: 'page-not-found', at: '/www', arrive: heading('Page Not Found') },
  {
    name: 'not-a-member',
    as: ({ loner }) => loner,
    at: demo,
    arrive: heading("You're not a member of this group"),
  },
  {
    name: 'group-paused',
    as: member,
    at: demo,
    before: (page) =>
      page.route(/\/api\/groups\/slug\/[^/]+$/, (route) =>
        route.fulfill({ status: 403, json: { message: 'Paused', code: 'GROUP_INACTIVE' } }),
      ),
    arrive: heading('This group is paused'),
  },
]
