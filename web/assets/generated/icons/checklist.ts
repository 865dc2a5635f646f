import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconChecklist = /* @__PURE__ */ createIcon([
  'M9.615 20h-2.615a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v8',
  'M14 19l2 2l4 -4',
  'M9 8h4',
  'M9 12h2',
])
