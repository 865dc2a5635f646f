import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconClockShare = /* @__PURE__ */ createIcon([
  'M20.943 13.016a9 9 0 1 0 -8.915 7.984',
  'M16 22l5 -5',
  'M21 21.5v-4.5h-4.5',
  'M12 7v5l2 2',
])
