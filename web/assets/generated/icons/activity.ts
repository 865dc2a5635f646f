import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconActivity = /* @__PURE__ */ createIcon(['M3 12h4l3 8l4 -16l3 8h4'])
