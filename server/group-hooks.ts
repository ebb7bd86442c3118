/**
 * What a domain does when a group or its members change. Everything runs in the transaction of the change.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled with the first hook
export interface GroupHooks {}
