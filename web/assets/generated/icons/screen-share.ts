import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconScreenShare = /* @__PURE__ */ createIcon([
  'M21 12v3a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10a1 1 0 0 1 1 -1h9',
  'M7 20l10 0',
  'M9 16l0 4',
  'M15 16l0 4',
  'M17 4h4v4',
  'M16 9l5 -5',
])
