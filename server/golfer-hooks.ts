/**
 * What a domain does when identity renames, exports or deletes a golfer. Everything runs in identity's
 * transaction. Each domain that keeps data about golfers provides one.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled with the first hook
export interface GolferHooks {}
