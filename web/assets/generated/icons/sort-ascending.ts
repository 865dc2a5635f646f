import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconSortAscending = /* @__PURE__ */ createIcon([
  'M4 6l7 0',
  'M4 12l7 0',
  'M4 18l9 0',
  'M15 9l3 -3l3 3',
  'M18 6l0 12',
])
