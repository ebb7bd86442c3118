import { demo, heading, member, type Scene } from '../scene.ts'

export const memberScenes: readonly Scene[] = [
  {
    name: 'members',
    as: member,
    at: `${demo}/members`,
    arrive: (page) => page.getByText('Theo Lindqvist').waitFor(),
  },
  {
    name: 'members-loading',
    as: member,
    at: `${demo}/members`,
    before: (page) => page.route('**/members-with-roles', () => undefined),
    arrive: heading('Group Members'),
  },
  {
    name: 'members-failing',
    as: member,
    at: `${demo}/members`,
    before: (page) =>
      page.route('**/members-with-roles', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: heading("The members can't be shown"),
  },
  {
    name: 'long-names-members',
    as: ({ long }) => long.owner,
    at: ({ long }) => `/${long.slug}/members`,
    arrive: (page) => page.getByText('Bo Li').waitFor(),
  },
]
