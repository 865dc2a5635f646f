/**
 * Names of the templates of rule sets, and the texts that a rule set starts with. The server copies both
 * languages into the rule set.
 */
export const ruleSetTemplates = {
  names: {
    robo_mission: 'RoboMission',
    future_engineers: 'Future Engineers',
    robosports: 'RoboSports',
    future_innovators: 'Future Innovators',
    virtual_robot_challenges: 'Virtual Robot Challenges',
  },
  labels: {
    round: 'Round',
    roundNumber: 'Round {{number}}',
    openRound: 'Open round',
    openRoundNumber: 'Open round {{number}}',
    obstacleRound: 'Obstacle round',
    obstacleRoundNumber: 'Obstacle round {{number}}',
    documentation: 'Documentation',
    game: 'Game',
    finals: 'Finals',
    run: 'Run',
    runNumber: 'Run {{number}}',
    innovation: 'Innovation',
    solution: 'Robotic solution',
    presentation: 'Presentation',
    points: 'Points',
    time: 'Time',
    gamePoints: 'Game points',
    fbs: 'Match {{number}}: fbs',
    obs: 'Match {{number}}: obs',
  },
} as const
