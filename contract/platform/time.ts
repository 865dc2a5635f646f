export const minutesPerDay = 24 * 60

export const secondsPerHour = 60 * 60
export const secondsPerDay = 24 * secondsPerHour

export const msPerMinute = 60_000
export const msPerHour = 60 * msPerMinute
export const msPerDay = 24 * msPerHour
