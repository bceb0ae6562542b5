/** How long a session lasts without use, and in total (requirement P1; remember me: requirement S5). */
export const LIFETIMES = {
  user: { idleSeconds: 30 * 60, totalSeconds: 12 * 3600 },
  administrator: { idleSeconds: 15 * 60, totalSeconds: 8 * 3600 },
  remembered: { idleSeconds: 30 * 86_400, totalSeconds: 30 * 86_400 },
}
