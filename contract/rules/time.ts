export const msPerDay = 86_400_000
