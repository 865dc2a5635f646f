import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconArrowsExchange = /* @__PURE__ */ createIcon([
  'M7 10h14l-4 -4',
  'M17 14h-14l4 4',
])
