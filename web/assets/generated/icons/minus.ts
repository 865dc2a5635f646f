import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconMinus = /* @__PURE__ */ createIcon(['M5 12l14 0'])
