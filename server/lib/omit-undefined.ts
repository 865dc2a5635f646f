/** The same without the keys that are undefined: what was not sent is not in an edit. */
export const omitUndefined = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
