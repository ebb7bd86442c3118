import FlaskConical from 'lucide-react/icons/flask-conical'

/** Banner above every page that looks like a real payment but isn't. */
export function TestModeBar() {
  return (
    <aside
      aria-label="Test mode"
      className="sticky top-0 z-20 border-b-2 border-sand bg-sand-soft px-4 pt-[max(0.625rem,env(safe-area-inset-top))] pb-2.5 text-center font-semibold"
    >
      <FlaskConical
        aria-hidden
        size={18}
        className="mr-2 inline-block shrink-0 align-[-0.1875rem] text-sand"
      />
      Test mode: no card is charged
    </aside>
  )
}
