import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconPlus = /* @__PURE__ */ createIcon([
  'M12 5l0 14',
  'M5 12l14 0',
])
