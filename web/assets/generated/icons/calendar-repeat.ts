import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconCalendarRepeat = /* @__PURE__ */ createIcon([
  'M12.5 21h-6.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v3',
  'M16 3v4',
  'M8 3v4',
  'M4 11h12',
  'M20 14l2 2h-3',
  'M20 18l2 -2',
  'M19 16a3 3 0 1 0 2 5.236',
])
