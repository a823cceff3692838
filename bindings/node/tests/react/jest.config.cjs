module.exports = { testEnvironment: 'jsdom', testMatch: ['**/*.jest.test.cjs'], moduleFileExtensions: ['js', 'cjs', 'json'], prettierPath: null };
