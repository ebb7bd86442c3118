export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <span className="chip bg-fairway/12 text-fairway">Active</span>
  ) : (
    <span className="chip bg-flag-soft text-flag">Inactive</span>
  )
}
