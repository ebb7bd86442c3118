import FlaskConical from 'lucide-react/icons/flask-conical'

/** Note shown on every payment page in test mode, where no money moves. */
export function TestModeNote() {
  return (
    <p className="flex items-center gap-2.5 rounded-[0.625rem] bg-sand-soft px-3 py-2.5 text-sm font-semibold">
      <FlaskConical aria-hidden size={20} className="shrink-0 text-sand" />
      Test mode: no card is charged
    </p>
  )
}
