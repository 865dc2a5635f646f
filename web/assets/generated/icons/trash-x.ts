import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconTrashX = /* @__PURE__ */ createIcon([
  'M4 7h16',
  'M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12',
  'M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
  'M10 12l4 4m0 -4l-4 4',
])
