import { useLocation } from 'wouter'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { checkSlug, createGroup, createGroupForm, readGroup } from '../../../contract/groups.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { pathTo } from '../../lib/paths.ts'
import { putResponse, queryClient, queryKeyOf } from '../../lib/query-client.ts'
import { refreshMyGroups } from '../../lib/refetch-stale.ts'
import { Form } from '../../ui/Form.tsx'
import { BackLink } from '../../ui/Links.tsx'
import { Page } from '../../ui/Page.tsx'
import { GroupFields, guessedTimeZone, TimeZoneField } from './GroupFields.tsx'

export function CreateGroup() {
  usePageTitle('Create Golf Group')
  const [, navigate] = useLocation()
  const create = useAction({
    run: (body: BodyOf<typeof createGroup>) => call(createGroup, { body }),
    success: {
      title: 'Group Created!',
      description: 'Post a tee time, or invite your buddies on the Members tab.',
    },
    failure: {
      title: 'Failed to Create Group',
      fallback: 'An error occurred while creating the group.',
    },
    onSuccess: (group) => {
      const input = { params: { slug: group.slug } }
      // The cache may contain responses from before the group existed.
      putResponse(checkSlug, input, { available: false })
      queryClient.removeQueries({ queryKey: queryKeyOf(readGroup, input) })
      refreshMyGroups()
      navigate(pathTo('group', { slug: group.slug }), { replace: true })
    },
  })
  return (
    <Page
      title="Create Golf Group"
      subtitle="You'll own the group. It starts with a free trial, no card needed."
      back={<BackLink href={pathTo('dashboard')}>My Golf</BackLink>}
      width="column"
    >
      <div className="sheet p-5">
        <Form
          schema={createGroupForm}
          defaults={{ name: '', slug: '', description: '', timeZone: guessedTimeZone() }}
          action={create}
          submitLabel="Create Golf Group"
          pendingLabel="Creating..."
        >
          <GroupFields nameField="name" creation={create} />
          <TimeZoneField />
        </Form>
      </div>
    </Page>
  )
}
