import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconRotate = /* @__PURE__ */ createIcon(['M19.95 11a8 8 0 1 0 -.5 4m.5 5v-5h-5'])
