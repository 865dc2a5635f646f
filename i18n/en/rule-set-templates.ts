/** The names of the templates of rule sets. */
export const ruleSetTemplateNames = {
  robo_mission: 'RoboMission',
  future_engineers: 'Future Engineers',
  robosports: 'RoboSports',
  future_innovators: 'Future Innovators',
  virtual_robot_challenges: 'Virtual Robot Challenges',
} as const

/**
 * Names of the templates of rule sets, and the texts that a rule set starts with. The server copies both
 * languages into the rule set.
 */
export const ruleSetTemplates = {
  names: ruleSetTemplateNames,
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
    points: 'Points',
    time: 'Time',
    objectsInArea: 'Mission 1: objects completely in the target area',
    objectsPartlyInArea: 'Mission 1: objects partly in the target area',
    structure: 'Mission 2: structure',
    structureMissing: 'Not built',
    structurePartial: 'Built in part',
    structureComplete: 'Built completely',
    parked: 'Mission 3: robot stands in the finish area',
    surpriseRule: 'Surprise rule fulfilled',
    displaced: 'Moved or damaged objects that must stay in place',
    project: 'Project',
    idea: 'Innovation: idea and creativity',
    research: 'Innovation: research and report',
    benefit: 'Innovation: benefit for people',
    function: 'Robotic solution: what the robot does',
    engineering: 'Robotic solution: construction and sensors',
    program: 'Robotic solution: program',
    explanation: 'Presentation: explanation and demonstration',
    answers: 'Presentation: answers to questions',
    poster: 'Presentation: poster and video',
    gamePoints: 'Game points',
    fbs: 'Match {{number}}: balls, first count',
    obs: 'Match {{number}}: balls, second count',
    extraMatch: 'Points of the extra match (only after a draw)',
    juryVotes: 'Votes of the jury (only after a draw)',
  },
} as const
