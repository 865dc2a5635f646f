/** Returns true when no element has the focus, because the one that had it was removed or disabled. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body
