import type { ReactNode } from 'react'
import { usePageTitle } from '../../../lib/page-title.ts'
import { PublicPage, useInstallationFacts } from './PublicPage.tsx'

export function LegalPage(props: { title: string; intro: string; children: ReactNode }) {
  const { title, intro, children } = props
  usePageTitle(title)
  return (
    <PublicPage
      hero={
        <div className="page pt-8 pb-10 lg:pt-12">
          <h1 className="font-display text-4xl leading-tight">{title}</h1>
          <p className="mt-3 max-w-[38rem] text-lg leading-relaxed text-on-turf-muted">{intro}</p>
        </div>
      }
    >
      <div className="page pt-8 pb-14">
        <div className="max-w-[42rem] space-y-8">{children}</div>
      </div>
    </PublicPage>
  )
}

/** Shows `items` as a list below the children. */
export function Section(props: {
  title: string
  id?: string
  items?: readonly string[]
  children?: ReactNode
}) {
  return (
    <section id={props.id} aria-label={props.title} className="scroll-mt-4">
      <h2 className="font-display text-xl leading-snug">{props.title}</h2>
      <div className="mt-2 space-y-3 leading-relaxed wrap-anywhere [&_a]:font-semibold [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-5">
        {props.children}
        {props.items && (
          <ul>
            {props.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

export function ContactAddress() {
  const { contactEmail, mayLackContact } = useInstallationFacts()
  return (
    <>
      {contactEmail !== undefined && (
        <p data-contact="given">
          Email <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </p>
      )}
      {mayLackContact && (
        <p data-contact="none">
          Reply to any email you got from Fourball. Your reply goes to the Fourball team.
        </p>
      )}
    </>
  )
}
