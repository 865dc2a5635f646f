import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const IconChevronUp = /* @__PURE__ */ createIcon(['M6 15l6 -6l6 6'])
