export const minutesPerHour = 60
export const minutesPerDay = 24 * minutesPerHour

export const secondsPerMinute = 60
export const secondsPerHour = 60 * secondsPerMinute
export const secondsPerDay = 24 * secondsPerHour

export const msPerMinute = 60_000
export const msPerHour = 60 * msPerMinute
export const msPerDay = 24 * msPerHour
