// An owner's steps to start a group that only this browser knows of.

/** Stores that the owner shared or copied an invite link, which no one may have used yet. */
export function markLinkShared(groupId: number): void {
  store(`inviteLinkShared:${groupId}`)
}

export function isLinkShared(groupId: number): boolean {
  return isStored(`inviteLinkShared:${groupId}`)
}

/** Stores that the owner does not want to see the checklist. */
export function hideChecklist(groupId: number): void {
  store(`checklistHidden:${groupId}`)
}

export function isChecklistHidden(groupId: number): boolean {
  return isStored(`checklistHidden:${groupId}`)
}

function store(key: string): void {
  try {
    localStorage.setItem(key, '')
  } catch {
    // Without storage, the checklist stays until its steps are done.
  }
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
