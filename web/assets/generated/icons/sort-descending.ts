import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconSortDescending = /* @__PURE__ */ createIcon([
  'M4 6l9 0',
  'M4 12l7 0',
  'M4 18l7 0',
  'M15 15l3 3l3 -3',
  'M18 6l0 12',
])
