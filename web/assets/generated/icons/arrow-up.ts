import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconArrowUp = /* @__PURE__ */ createIcon([
  'M12 5l0 14',
  'M18 11l-6 -6',
  'M6 11l6 -6',
])
