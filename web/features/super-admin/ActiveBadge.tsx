export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <span className="chip bg-fairway text-on-fairway">Active</span>
  ) : (
    <span className="chip bg-sunken text-muted">Inactive</span>
  )
}
