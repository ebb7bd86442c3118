import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CloudSun from 'lucide-react/icons/cloud-sun'
import Link2 from 'lucide-react/icons/link-2'
import MessageSquareText from 'lucide-react/icons/message-square-text'

export const BENEFITS = [
  {
    Icon: CalendarPlus,
    title: 'Unlimited Tee\u00a0Times and Courses',
    text: 'Post every tee time you book, at any course, as often as you play.',
  },
  {
    Icon: MessageSquareText,
    title: 'Text Notifications',
    text: 'Members who opt in get texts about open spots and their rounds.',
  },
  {
    Icon: Link2,
    title: 'A Custom URL',
    text: 'Your group has its own address, easy to remember and share.',
  },
  {
    Icon: CloudSun,
    title: 'Weather Integration',
    text: 'Every tee time shows the forecast for tee-off: temperature, wind, and rain.',
  },
] as const

type Feature = Readonly<{ Icon: typeof CalendarPlus; title: string; text: string }>

export function FeatureCards({ features }: { features: readonly Feature[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      {features.map(({ Icon, title, text }) => (
        <li key={title} className="sheet flex gap-4 p-4 sm:flex-col sm:gap-3 sm:p-5">
          <Icon size={26} className="shrink-0 text-fairway" />
          <div>
            <h3 className="leading-snug font-semibold">{title}</h3>
            <p className="mt-1 leading-relaxed text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
