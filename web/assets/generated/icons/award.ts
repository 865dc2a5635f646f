import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconAward = /* @__PURE__ */ createIcon([
  'M6 9a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
  'M12 15l3.4 5.89l1.598 -3.233l3.598 .232l-3.4 -5.889',
  'M6.802 12l-3.4 5.89l3.598 -.233l1.598 3.232l3.4 -5.889',
])
