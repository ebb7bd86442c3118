import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CloudSun from 'lucide-react/icons/cloud-sun'
import Link2 from 'lucide-react/icons/link-2'
import MessageSquareText from 'lucide-react/icons/message-square-text'

const BENEFITS = [
  {
    Icon: CalendarPlus,
    title: 'Unlimited tee times and courses',
    text: 'Post every round you book, at any course, as often as you play.',
  },
  {
    Icon: MessageSquareText,
    title: 'Text notifications',
    text: 'Members who say yes to texts hear about their rounds on their phones.',
  },
  {
    Icon: Link2,
    title: 'A custom URL',
    text: 'Your group lives at an address of its own that is easy to remember and to share.',
  },
  {
    Icon: CloudSun,
    title: 'Weather integration',
    text: 'The forecast for tee-off stands on every card: temperature, wind and rain.',
  },
] as const

/** The benefits of a group, each on a card with a short description. */
export function BenefitCards() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      {BENEFITS.map(({ Icon, title, text }) => (
        <li key={title} className="sheet flex gap-4 p-4 sm:flex-col sm:gap-3 sm:p-5">
          <Icon aria-hidden size={26} className="shrink-0 text-fairway" />
          <div>
            <h3 className="leading-snug font-semibold">{title}</h3>
            <p className="mt-1 leading-relaxed text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
