import { useLocation } from 'wouter'
import { createGroupForm } from '../../../contract/groups.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { pathTo } from '../../lib/paths.ts'
import { Form } from '../../ui/Form.tsx'
import { BackLink } from '../../ui/Links.tsx'
import { GroupFields, guessedTimeZone, TimeZoneField } from './GroupFields.tsx'
import { useCreateGroup } from './queries.ts'

/** The screen for creating a group on a free trial. */
export function CreateGroup() {
  usePageTitle('Create Golf Group')
  const [, navigate] = useLocation()
  const create = useCreateGroup(({ slug }) =>
    navigate(pathTo('group', { slug }), { replace: true }),
  )
  return (
    <>
      <header className="turf pt-[max(0.5rem,env(safe-area-inset-top))] pb-5">
        <div className="column">
          <BackLink href={pathTo('dashboard')}>My Golf</BackLink>
          <h1 className="mt-2 font-display text-[1.625rem] leading-9">Create Golf Group</h1>
          <p className="text-on-turf-muted">
            You own it, and it begins with a free trial: no card needed.
          </p>
        </div>
      </header>
      <main className="column py-5">
        <div className="sheet p-5">
          <Form
            schema={createGroupForm}
            defaults={{ name: '', slug: '', description: '', timeZone: guessedTimeZone() }}
            onSubmit={(values) => create.mutate(values)}
            pending={create.isPending}
            error={create.error}
            submitLabel="Create Golf Group"
            pendingLabel="Creating..."
          >
            <GroupFields nameField="name" creation={create} />
            <TimeZoneField name="timeZone" />
          </Form>
        </div>
      </main>
    </>
  )
}
